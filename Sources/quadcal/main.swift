print("quadcal")
